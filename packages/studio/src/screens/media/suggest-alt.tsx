/** Has a language model describe a picture that nobody has described. The text is the person's from then on. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef } from 'react';
import { api, bodyOf } from '../../api/client.ts';
import { aiStatusQuery } from '../../api/queries.ts';
import type { Asset } from '../../api/types.ts';
import { Problem } from '../../frame/problem.tsx';
import { useAttempt } from '../../frame/use-attempt.ts';
import { usePermission } from '../../frame/use-place.ts';
import { Button, Group, Stack } from '../../ui/index.ts';

interface SuggestAltProperties {
  readonly asset: Pick<Asset, 'id' | 'mime_type'>;
  readonly locale: string;
  /** The alternative text as it is now. Only an empty one is filled in. */
  readonly text: string;
  readonly onText: (locale: string, text: string) => void;
}

export function SuggestAlt({ asset, locale, text, onText }: SuggestAltProperties): ReactNode {
  const { t } = useLingui();
  const mayUse = usePermission('ai.use');
  const { data: status } = useQuery({ ...aiStatusQuery, enabled: mayUse });
  const { problem, busy, run } = useAttempt();
  /** What was typed while the model wrote is not replaced. */
  const now = useRef({ locale, text });
  useEffect(() => {
    now.current = { locale, text };
  }, [locale, text]);
  if (!mayUse || !status?.model || text !== '' || !asset.mime_type?.startsWith('image/')) return null;
  const suggest = () =>
    run(async () => {
      const written = await bodyOf(api.POST('/ai/alt-text', { body: { asset_id: asset.id, locale } }));
      if (now.current.locale === locale && now.current.text === '')
        onText(locale, typeof written === 'string' ? written : written.text);
    });
  return (
    <Stack gap="xs">
      <Group>
        <Button variant="default" size="xs" loading={busy} onClick={() => void suggest()}>
          <Trans>Suggest an alternative text</Trans>
        </Button>
      </Group>
      <Problem error={problem} />
      {busy && <span role="status">{t`A language model looks at the picture…`}</span>}
    </Stack>
  );
}
