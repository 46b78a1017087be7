/** How to reach an embedded server: a socket, never the network. */
export interface Connection {
  readonly host: string;
  readonly port: number;
  readonly user: string;
  readonly password: string;
  readonly database: string;
}

/** The owner of everything in it. */
export const DATABASE_USER = 'lectern';
/** Name of the database in the embedded server. */
export const DATABASE = 'lectern';
