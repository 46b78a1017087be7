/** Made from the contract by tools/vite-contract-routes.ts: method and path of every procedure. */
declare module 'virtual:contract-routes' {
  export const routes: import('#web/lib/api-request.ts').RouteTree;
}
