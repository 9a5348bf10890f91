/** The parameter of the address that names what is open. */
export const OPENED = 'open';
