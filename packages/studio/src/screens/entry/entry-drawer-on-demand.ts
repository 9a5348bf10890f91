/** The drawer with another entry, which is loaded when one is opened, or about to be. */
import { onDemand } from '../../ui/index.ts';

export const EntryDrawer = onDemand(async () => (await import('./entry-drawer.tsx')).EntryDrawer);
