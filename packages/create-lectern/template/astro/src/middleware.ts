import { defineMiddleware } from 'astro:middleware';
import { previewOf } from './content';
import { EXPIRED, isExpired } from './site';

export const onRequest = defineMiddleware((context, next) =>
  next().catch((error: unknown) => {
    if (previewOf(context) && isExpired(error)) return new Response(EXPIRED, { status: 401 });
    throw error;
  }),
);
