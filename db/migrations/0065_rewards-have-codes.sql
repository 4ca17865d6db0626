-- What was earned by bringing a friend came off for whoever typed the number; from now on by a code that goes to it.
-- older code lives with this: it takes a code that is typed, and looks whose it is
UPDATE "promotions" SET "code" = translate(upper(left(replace(gen_random_uuid()::text, '-', ''), 8)), '01', 'XY')
WHERE "for_phone" IS NOT NULL AND "code" IS NULL AND "status" = 'Active';
