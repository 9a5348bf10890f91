import { defineMiddleware } from 'astro:middleware';
import { EXPIRED, isExpired } from './site';

export const onRequest = defineMiddleware((_, next) =>
  next().catch((error: unknown) => {
    if (isExpired(error)) return new Response(EXPIRED, { status: 401 });
    throw error;
  }),
);
