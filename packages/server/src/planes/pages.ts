/**
 * The page plane: the few HTML pages of the server's own, which links in mails open, that of an order, and that of a preview link.
 * Guard: none but the token in the link; requests are limited per network. Nothing is cached, framed or run, and no page
 * passes its URL on.
 */
import type { FastifyRequest } from 'fastify';
import type { Identity } from '../identity/identity.ts';
import type { Api } from '../platform/http/api.ts';
import { logRequests } from '../platform/http/logger.ts';
import { servePages } from '../platform/http/pages/send-page.ts';
import { steadyClock } from '../platform/kit/clock.ts';
import { rejectBeyond } from '../platform/request-limits/open-requests.ts';
import { RequestAllowance } from '../platform/request-limits/request-allowance.ts';
import { acceptInvitationPage } from './pages/accept-invitation-page.ts';
import { type CheckoutPageParts, checkoutPage } from './pages/checkout-page.ts';
import { type PreviewLinkPageParts, previewLinkPage } from './pages/preview-link-page.ts';
import { resetPasswordPage } from './pages/reset-password-page.ts';
import { type NextLink, tokenFormRoutes } from './pages/token-form.ts';
import { verifyEmailPage } from './pages/verify-email-page.ts';

export interface PageParts {
  readonly identity: Identity;
  readonly checkout: CheckoutPageParts;
  readonly previewLinks: PreviewLinkPageParts;
  /** Whether there is Studio to go on to. */
  readonly studio: boolean;
}

/** Relative to a page, so that it also works under a path of a proxy. */
const STUDIO: NextLink = {
  en: { link: { label: 'Continue to Lectern', url: 'studio' } },
  de: { link: { label: 'Weiter zu Lectern', url: 'studio' } },
};
const NO_LINK: NextLink = { en: {}, de: {} };

export function pagePlane(api: Api, { identity, checkout, previewLinks, studio }: PageParts): void {
  const allowance = new RequestAllowance(steadyClock);
  api.addHook('onRequest', async (request: FastifyRequest) => rejectBeyond(allowance, request));
  logRequests(api, 'info');
  servePages(api);
  const next = studio ? STUDIO : NO_LINK;
  tokenFormRoutes(api, acceptInvitationPage(identity, next));
  tokenFormRoutes(api, verifyEmailPage(identity.verification, next));
  tokenFormRoutes(api, resetPasswordPage(identity.passwords, next));
  tokenFormRoutes(api, checkoutPage(checkout));
  previewLinkPage(api, previewLinks);
}
