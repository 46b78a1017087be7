/** Empties a form whose values have arrived, unless something was typed since they were `sent`. Answers whether it did. */
export function resetSent(form: HTMLFormElement, sent: FormData): boolean {
  const isSame = JSON.stringify([...new FormData(form)]) === JSON.stringify([...sent]);
  if (isSame) form.reset();
  return isSame;
}
