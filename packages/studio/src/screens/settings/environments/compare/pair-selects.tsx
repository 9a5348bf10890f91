/** The two environments that are compared or merged, chosen in the address, and the button that exchanges them. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { MAIN_ENVIRONMENT } from '../../../../api/main-environment.ts';
import { useAddress, useChangeAddress } from '../../../../frame/use-address.ts';
import { Button, Group, Select } from '../../../../ui/index.ts';
import { useReadyEnvironments } from '../use-ready-environments.ts';

/** What an address says besides of one pair means nothing for another one. */
const OF_ONE_PAIR = { kind: undefined, type: undefined, status: undefined, publish: undefined };

interface PairSelectsProperties {
  /** Their names in the address: where changes come from, and the other one. */
  readonly names: readonly ['from', 'to' | 'into'];
}

export function PairSelects({ names: [source, target] }: PairSelectsProperties): ReactNode {
  const { t } = useLingui();
  const address = useAddress();
  const change = useChangeAddress();
  const ready = useReadyEnvironments();
  const [from, to] = [address[source] ?? null, address[target] ?? MAIN_ENVIRONMENT];
  const choose = (changes: Readonly<Record<string, string | undefined>>) => change({ ...OF_ONE_PAIR, ...changes });
  return (
    <Group gap="xs" align="flex-end">
      <Select
        label={t`Changes of`}
        data={ready}
        value={from}
        onChange={(name) => name !== null && choose({ [source]: name })}
        allowDeselect={false}
        w={200}
      />
      <Select
        label={target === 'to' ? t`Compared with` : t`Into`}
        data={ready}
        value={to}
        onChange={(name) => name !== null && choose({ [target]: name })}
        allowDeselect={false}
        w={200}
      />
      {from !== null && (
        <Button variant="default" onClick={() => choose({ [source]: to, [target]: from })}>
          <Trans>Swap</Trans>
        </Button>
      )}
    </Group>
  );
}
