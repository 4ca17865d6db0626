-- What a statement books sums to zero, journal by journal. As no entry is ever changed or removed, every journal then
-- does at any time, and nothing that was booked before has to be read again.
CREATE FUNCTION entries_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  unequal bigint;
BEGIN
  SELECT journal_id INTO unequal FROM booked GROUP BY journal_id HAVING sum(amount) <> 0 LIMIT 1;
  IF FOUND THEN
    RAISE EXCEPTION 'journal % does not balance', unequal;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- older code lives with this: the trigger that follows refuses what this one refused, and says it in the same words
DROP TRIGGER "journal_entries_balance" ON "journal_entries";
--> statement-breakpoint
-- older code lives with this: it books all entries of a journal in one statement
CREATE TRIGGER "journal_entries_balance" AFTER INSERT ON "journal_entries"
  REFERENCING NEW TABLE AS booked FOR EACH STATEMENT EXECUTE FUNCTION entries_must_balance();
--> statement-breakpoint
-- older code lives with this: nothing but that trigger called it
DROP FUNCTION journal_must_balance();
