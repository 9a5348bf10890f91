/** The page of Studio with the plan of an account: it opens without a space, and while the account is suspended. */

/** The URL of the page for an account; null where there is no Studio. */
export type PlanPage = (accountId: string) => string | null;

/** @param address where clients reach the service */
export function planPageIn(address: { readonly url: string }, hasStudio: boolean): PlanPage {
  return (accountId) => (hasStudio ? `${address.url}/studio/plan?account=${accountId}` : null);
}
