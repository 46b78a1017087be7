/**
 * The script of `/lab-page`: an opaque origin without a network. It becomes the page that its parent sends, once; the
 * policy of the document stays.
 */
export const PAGE_SCRIPT = `addEventListener('message', (event) => {
  if (event.source !== parent || typeof event.data !== 'string') return;
  document.open();
  document.write(event.data);
  document.close();
}, { once: true });`;
