/** Makes the screen of an entry one of the entry in a release. */
import { onDemand } from '../../../ui/index.ts';

export const InReleaseProvider = onDemand(async () => (await import('./in-release-provider.tsx')).loadProvider());
