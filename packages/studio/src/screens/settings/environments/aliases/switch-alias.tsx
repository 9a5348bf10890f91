/** An alias pointed at another environment: what readers will see, and who is hit, before it is done. */
import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { api, bodyOf } from '../../../../api/client.ts';
import { ifMatch } from '../../../../api/if-match.ts';
import { apiKeysQuery } from '../../../../api/queries.ts';
import type { EnvironmentAlias } from '../../../../api/types.ts';
import { actOnVersion } from '../../../../frame/act-on-version.ts';
import { FormDialog } from '../../../../frame/form-dialog.tsx';
import { usePermission, usePlace } from '../../../../frame/use-place.ts';
import { useRefresh } from '../../../../frame/use-refresh.ts';
import { LinkAnchor, Select, Text } from '../../../../ui/index.ts';
import { aliasesQuery } from '../aliases-query.ts';
import { useForgetMerged } from '../forget-merged.ts';
import { useReadyEnvironments } from '../use-ready-environments.ts';

interface SwitchAliasProperties {
  readonly alias: EnvironmentAlias;
  /** Null where the person is to choose. */
  readonly to: string | null;
  readonly onSwitched: () => void;
  readonly onClose: () => void;
}

export function SwitchAlias({ alias, to, onSwitched, onClose }: SwitchAliasProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const forget = useForgetMerged();
  const [target, setTarget] = useState(to);
  const { name, environment: current } = alias;
  const others = useReadyEnvironments().filter((one) => one !== current);
  const refresh = useRefresh(aliasesQuery(space).queryKey);
  const change = async () => {
    if (target === null) throw new Error(t`Choose the environment that ${name} should stand for.`);
    const params = { path: { space_id: space, alias: name }, header: ifMatch(alias) };
    const body = { environment: target };
    const call = () => bodyOf(api.PUT('/spaces/{space_id}/environment-aliases/{alias}', { params, body }));
    await actOnVersion(call, refresh);
    onSwitched();
    await refresh();
    void forget({ space, to: name });
  };
  return (
    <FormDialog title={t`Switch ${name}`} action={t`Switch`} onSubmit={change} onClose={onClose}>
      <Text size="sm">
        <Trans>Now it stands for {current}.</Trans>
      </Text>
      <Select
        label={t`Should stand for`}
        data={others}
        data-path="environment"
        value={target}
        onChange={setTarget}
        allowDeselect={false}
        data-autofocus
      />
      {target !== null && <WhatReadersSee current={current} target={target} />}
      <WhoIsHit name={name} />
    </FormDialog>
  );
}

interface WhatReadersSeeProperties {
  readonly current: string;
  readonly target: string;
}

/** How much differs, and the way to all of it. */
function WhatReadersSee({ current, target }: WhatReadersSeeProperties): ReactNode {
  const place = usePlace();
  const { data: total, isError } = useQuery({
    queryKey: [place.space, target, 'compare', current, 'count'],
    queryFn: async () => {
      const params = { path: { space_id: place.space, environment: target }, query: { to: current, limit: 1 } };
      return (await bodyOf(api.GET('/spaces/{space_id}/environments/{environment}/compare', { params }))).total;
    },
    retry: false,
  });
  return (
    <Text size="sm" role="status">
      {total === 0 && <Trans>Both have the same model, entries and media: readers notice nothing.</Trans>}
      {total !== undefined && total > 0 && (
        <>
          <Plural
            value={total}
            one="# content type, entry or file differs."
            other="# content types, entries and files differ."
          />{' '}
          <LinkAnchor
            to="/spaces/$space/$environment/settings/environments/compare"
            params={place}
            search={{ from: target, to: current } as never}
            target="_blank"
            underline="always"
          >
            <Trans>Compare them in a new tab</Trans>
          </LinkAnchor>
        </>
      )}
      {isError && <Trans>The two have nothing in common: readers see something else altogether.</Trans>}
    </Text>
  );
}

function WhoIsHit({ name }: { readonly name: string }): ReactNode {
  const { space } = usePlace();
  const mayRead = usePermission('api_key.read');
  const keys = useQuery({ ...apiKeysQuery(space), enabled: mayRead }).data;
  const hit = keys
    ?.filter(({ environments }) => environments === null || environments.includes(name))
    .map((key) => key.name);
  const names = hit?.join(', ');
  return (
    <Text size="sm">
      {hit === undefined || hit.length === 0 ? (
        <Trans>
          Sites that read through {name} show the other environment at once. You can switch back the same way.
        </Trans>
      ) : (
        <Trans>
          Sites that read through {name} show the other environment at once. These keys may read it: {names}. You can
          switch back the same way.
        </Trans>
      )}
    </Text>
  );
}
