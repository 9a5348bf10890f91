/** Who reads: the key of a token of the delivery or preview plane, which the guard of the planes has looked up. */
export type { ReadingKey } from '../../identity/auth/authentication.ts';
