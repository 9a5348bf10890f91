/** The dialog that publishes, loaded when somebody is about to open it. */
import { onDemand } from '../../../ui/index.ts';

export const PublishDialog = onDemand(async () => (await import('./publish-dialog.tsx')).PublishDialog);
