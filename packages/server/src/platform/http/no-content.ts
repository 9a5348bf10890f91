/** The response without a body. */
import { Type } from 'typebox';

/** Schema of a 204. */
export const noContent = Type.Null({ description: 'Done.' });
