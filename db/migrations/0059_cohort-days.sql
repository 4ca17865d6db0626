CREATE TABLE "cohort_days" (
	"day" date NOT NULL,
	"first_month" text NOT NULL,
	"ordered" integer NOT NULL,
	CONSTRAINT "cohort_days_day_first_month_pk" PRIMARY KEY("day","first_month")
);
