-- What becomes of a statement: accepted, refused because of the data, or the error that it has of itself.
CREATE FUNCTION attempt(statement text) RETURNS text LANGUAGE plpgsql AS $$
BEGIN
  EXECUTE statement;
  RETURN 'accepted';
EXCEPTION
  WHEN integrity_constraint_violation OR data_exception THEN RETURN 'refused';
  WHEN OTHERS THEN RETURN SQLERRM;
END $$;
