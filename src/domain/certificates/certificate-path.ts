/** Where anybody can verify a certificate. */
export function certificatePath(id: string): string {
  return `/certificates/${id}`;
}
