/** What to do about a refused request, by its code. */
import { useLingui } from '@lingui/react/macro';
import type { ErrorCode } from '../../../../../contract/src/errors.ts';

/** Gives the advice about a code; null where the message of the service says all there is. */
export function useCodeAdvice(): (code: string | null) => string | null {
  const { t } = useLingui();
  const advice: Partial<Record<ErrorCode, string>> = {
    unauthenticated: t`The key has expired. Make a new one, or rotate it, and give its token to the program.`,
    wrong_plane: t`The key is of another kind than the address. Read sites with a delivery key, drafts with a preview key, and write with a management key.`,
    insufficient_permission: t`The role of the key or person does not allow this. Use a key with another role.`,
    not_found: t`The address names nothing, or nothing that the key may see. Compare the id or slug, the environment and the language. Drafts are not delivered.`,
    validation_failed: t`The message names the parameter or field, and what it takes. Change the program that sends it.`,
    version_conflict: t`Somebody else changed it first. The program has to read it again, then save.`,
    api_quota_exceeded: t`There were too many requests. Cache responses in the program, or choose a larger plan.`,
    plan_limit_reached: t`The plan of the account does not allow more. Remove something, or choose a larger plan.`,
    account_suspended: t`The account is suspended. Ask whoever runs this service.`,
    unavailable: t`The service was busy, or its database was unavailable. Send the request again after a moment.`,
    internal_error: t`The fault is with the service. Tell whoever runs it the id of the request.`,
  };
  return (code) => (code === null ? null : (advice[code as ErrorCode] ?? null));
}
