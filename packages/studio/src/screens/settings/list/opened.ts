/**
 * The parameter of the address that names what is open beside a list. Apart from `use-opened.ts`, as what only makes addresses
 * needs no React.
 */
export const OPENED = 'open';
