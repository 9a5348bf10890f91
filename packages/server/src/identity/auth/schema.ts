/** A user as every response of this wing shows it. */
import { type Static, Type } from 'typebox';

export const User = Type.Object(
  { id: Type.String(), email: Type.String(), name: Type.String(), email_verified: Type.Boolean() },
  { title: 'User' },
);
export type User = Static<typeof User>;
