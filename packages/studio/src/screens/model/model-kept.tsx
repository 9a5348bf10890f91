/** Says where a model is kept that is not changed here. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { useModelLock } from '../../frame/use-model-lock.ts';
import { usePermission, usePlace } from '../../frame/use-place.ts';
import { Alert, Anchor, LinkAnchor, Text } from '../../ui/index.ts';

/** Nothing where the model is changed here. */
export function ModelKept(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const by = useModelLock();
  const mayUnlock = usePermission('environment.update');
  if (by === null) return null;
  return (
    <Alert variant="light" role="note" title={t`This model is kept elsewhere`}>
      <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
        <Trans>
          Change it at <KeptAt by={by} />, and push it from there. Here you see it as it was pushed last.
        </Trans>
        {mayUnlock && (
          <>
            {' '}
            <LinkAnchor
              to="/spaces/$space/$environment/settings/environments"
              params={place}
              size="sm"
              underline="always"
            >
              <Trans>Unlock it in the settings</Trans>
            </LinkAnchor>
          </>
        )}
      </Text>
    </Alert>
  );
}

/** A link where it is an address. */
function KeptAt({ by }: { readonly by: string }): ReactNode {
  if (!/^https?:\/\//.test(by)) return <bdi>{by}</bdi>;
  return (
    <Anchor href={by} target="_blank" rel="noreferrer" size="sm" underline="always" dir="ltr">
      {by}
    </Anchor>
  );
}
