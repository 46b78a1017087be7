/** Puts a text on the clipboard, also where browsers leave out the API for it: over plain HTTP. Rejects when that fails. */
export async function copyText(text: string): Promise<void> {
  if (navigator.clipboard) return navigator.clipboard.writeText(text);
  document.oncopy = (event) => {
    event.clipboardData?.setData('text/plain', text);
    event.preventDefault();
  };
  const isCopied = document.execCommand('copy');
  document.oncopy = null;
  if (!isCopied) throw new Error('copy');
}
