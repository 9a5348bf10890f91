/** Where pages of the documentation stand. */

/** The folders that people who use Lectern read. */
export const sections = ['guide', 'reference', 'operations'] as const;

/** Where a page stands: in one of the folders, or above them. */
export type Place = 'home' | (typeof sections)[number];
