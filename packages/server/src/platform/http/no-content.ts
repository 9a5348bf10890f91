/** The response without a body. */
import { Type } from 'typebox';

/** Schema of a 204. */
export const nothing = Type.Null({ description: 'Done.' });
