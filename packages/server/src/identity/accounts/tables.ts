/** The tables of accounts, members, invitations, usage and billing. */
import { filled, integer, orNull, type RowOf, type RowsOf, text } from '../../platform/database/columns.ts';

export const tables = {
  accounts: {
    id: text,
    name: text,
    version: integer,
    suspended_at: orNull(integer),
    /** Why it is suspended: `operator`, `billing`, or both separated by a space; null also means the operator. */
    suspended_for: orNull(text),
    /** `optional`, or `required` for every member. */
    second_factor: text,
    /** When it will be deleted; null if no deletion was requested. */
    deletion_at: orNull(integer),
    /** Whether AI helpers may be used: `on` or `off`. */
    ai: text,
    created_at: integer,
    updated_at: integer,
  },
  memberships: {
    account_id: text,
    user_id: text,
    role: text,
    /** Whether the member may use the account without SSO although it is required. */
    break_glass: integer,
    version: integer,
    /** About when the member last used the account. */
    last_seen_at: orNull(integer),
    /** How they became a member: `sign_up`, which makes an account, `invitation`, `sso` or `scim`. */
    joined_by: filled(text),
    /** Since when the member may not use the account; null if they may. */
    suspended_at: orNull(integer),
    created_at: integer,
  },
  invitations: {
    id: text,
    account_id: text,
    email: text,
    /** The address in the form used for comparison. */
    email_folded: text,
    role: text,
    /** SHA-256 of the token that the inviter was shown. */
    token_hash: text,
    /** SHA-256 of the token in the mail, whose use proves the address. */
    mailed_hash: text,
    /** Id of the user who invited, or last changed or resent it. */
    invited_by: text,
    expires_at: integer,
    /** When it was accepted or withdrawn; null while it is open. */
    closed_at: orNull(integer),
    /** Id of the user who accepted it. */
    accepted_by: orNull(text),
    /** How often it was sent again since `resends_since`. */
    resends: integer,
    resends_since: integer,
    version: integer,
    created_at: integer,
    updated_at: integer,
  },
  /** Current usage of a metric by an account, updated by the writes that change it. */
  usage_counters: {
    account_id: text,
    metric: text,
    used: integer,
  },
  /** The plan of an account; an account without a row has the default plan. */
  subscriptions: {
    account_id: text,
    plan: text,
    /** `active`, `past_due` while a payment is late, or `unpaid` once the account is suspended for it. */
    status: text,
    current_period_end: orNull(integer),
    /** Deadline for a late payment; null if none is late. */
    grace_until: orNull(integer),
    /** The subscription at Stripe that pays for the plan; null if nobody pays there. */
    stripe_subscription: orNull(text),
    version: integer,
    created_at: integer,
    updated_at: integer,
  },
  /** The Stripe customer of an account, created with its first order. */
  stripe_customers: {
    account_id: text,
    customer: text,
    created_at: integer,
  },
  /** An order of a plan. */
  checkouts: {
    /** Random, because whoever knows it can see the order. */
    id: text,
    account_id: text,
    plan: text,
    /** In cents, as it was when the plan was ordered. */
    price: integer,
    /** `open` or `confirmed`. */
    status: text,
    /** 1 if it is paid at Stripe. */
    at_stripe: integer,
    success_url: orNull(text),
    cancel_url: orNull(text),
    created_at: integer,
    created_by: text,
    expires_at: integer,
    confirmed_at: orNull(integer),
  },
};

export type AccountRow = RowOf<typeof tables.accounts>;
export type MembershipRow = RowOf<typeof tables.memberships>;
export type InvitationRow = RowOf<typeof tables.invitations>;
export type SubscriptionRow = RowOf<typeof tables.subscriptions>;
export type StripeCustomerRow = RowOf<typeof tables.stripe_customers>;
export type CheckoutRow = RowOf<typeof tables.checkouts>;

declare module '../../platform/database/columns.ts' {
  interface Tables extends RowsOf<typeof tables> {}
}
