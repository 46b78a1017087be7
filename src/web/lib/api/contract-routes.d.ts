/** Made from the contract by tools/vite/vite-contract-routes.ts: method and path of every procedure that is open to visitors. */
declare module 'virtual:contract-routes' {
  export const routes: import('#web/lib/api/api-request.ts').RouteTree;
}
/** The same of all procedures. */
declare module 'virtual:late-contract-routes' {
  export const routes: import('#web/lib/api/api-request.ts').RouteTree;
}
