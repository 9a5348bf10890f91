import { getSecret } from 'astro:env/server';
import { webhook } from '@lectern/astro';

export const POST = webhook(getSecret('LECTERN_WEBHOOK_SECRET'));
