/**
 * The script of `/lab-runner`: an opaque origin without a network. It takes one port from the page, makes a worker of
 * the bundle that the page sends, and relays. Messages: `src/labs/protocol.ts`.
 */
export const FRAME_SCRIPT = `addEventListener('message', (event) => {
  if (event.source !== parent || !event.ports[0]) return;
  const port = event.ports[0];
  let worker;
  const stop = () => { worker?.terminate(); worker = undefined; };
  port.onmessage = ({ data }) => {
    if (data.type === 'stop') { stop(); port.postMessage({ type: 'stopped' }); return; }
    if (data.type !== 'start') { worker?.postMessage(data); return; }
    stop();
    const address = URL.createObjectURL(new Blob([data.bundle], { type: 'text/javascript' }));
    const made = worker = new Worker(address);
    URL.revokeObjectURL(address);
    made.onmessage = (message) => { if (made === worker) port.postMessage(message.data); };
    made.onerror = (fault) => { if (made === worker) port.postMessage({ type: 'broken', message: String(fault.message) }); };
    const bytes = Object.values(data.assets).filter((asset) => asset instanceof ArrayBuffer);
    made.postMessage({ type: 'start', assets: data.assets }, bytes);
  };
  port.postMessage({ type: 'hello' });
}, { once: true });`;
