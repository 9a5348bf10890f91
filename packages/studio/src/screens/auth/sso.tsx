/** Where a log-in by single sign-on ends: its code is exchanged for a session, once. */
import { Trans, useLingui } from '@lingui/react/macro';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { ApiProblem, isPassing } from '../../api/problem.ts';
import { session } from '../../api/session.ts';
import { Problem } from '../../frame/problem.tsx';
import { SheetScreen } from '../../frame/sheet-screen.tsx';
import { keptNext, takeNext } from '../../frame/single-sign-on.ts';
import { useAddress } from '../../frame/use-address.ts';
import { nextSearch, useContinue } from '../../frame/use-continue.ts';
import { Button, LateLoader, LinkAnchor, Stack } from '../../ui/index.ts';

export function Sso(): ReactNode {
  const { t } = useLingui();
  const { code = '' } = useAddress();
  const goOn = useContinue();
  const [refusal, setRefusal] = useState<Error | null>(null);
  const begun = useRef(false);

  const exchange = async () => {
    setRefusal(null);
    try {
      session.begin(await bodyOf(api.POST('/auth/sso/exchange', { body: { code, refresh: 'cookie' } })));
      await goOn(takeNext());
    } catch (error) {
      setRefusal(error instanceof Error ? error : new Error(String(error)));
    }
  };
  // A code works once: a second run of the effect must not spend it again.
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void exchange();
  });
  const isOver = refusal instanceof ApiProblem && refusal.status === 401;

  return (
    <SheetScreen title={t`Single sign-on`}>
      {refusal === null ? (
        <Stack align="center">
          <LateLoader aria-label={t`Logging in`} />
        </Stack>
      ) : (
        <Stack gap="sm">
          <Problem
            error={isOver ? t`This log-in has expired, or was started in another browser. Log in again.` : refusal}
          />
          {isPassing(refusal) && (
            <Button onClick={() => void exchange()}>
              <Trans>Try again</Trans>
            </Button>
          )}
          <LinkAnchor to="/login" search={nextSearch({ next: keptNext() })}>
            <Trans>Back to log-in</Trans>
          </LinkAnchor>
        </Stack>
      )}
    </SheetScreen>
  );
}
