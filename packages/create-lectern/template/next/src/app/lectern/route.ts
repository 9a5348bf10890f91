import { webhook } from '@lectern/next';

export const POST = webhook(process.env.LECTERN_WEBHOOK_SECRET);
