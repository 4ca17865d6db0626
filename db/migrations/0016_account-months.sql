CREATE TABLE "account_months" (
	"month" text NOT NULL,
	"account" text NOT NULL,
	"debits" numeric(18,2) NOT NULL,
	"credits" numeric(18,2) NOT NULL,
	CONSTRAINT "account_months_month_account_pk" PRIMARY KEY("month","account")
);
