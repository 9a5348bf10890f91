/** Names of nodes and marks that live in the editor alone, and never in a value. */
export const KEPT_BLOCK = 'keptBlock';
export const KEPT_INLINE = 'keptInline';
export const KEPT_MARK = 'keptMark';
export const PENDING_PICTURE = 'pendingPicture';
