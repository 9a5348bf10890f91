/** What the model needs before a block can be turned into an entry: a content type that takes its fields, and a component that links to it. */
import { Trans } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { ContentType } from '../../api/types.ts';
import { Code, List, Stack, Text } from '../../ui/index.ts';
import { useSurroundings } from '../surroundings.tsx';
import type { Block } from './blocks-in.ts';
import { type Lack, nearestType, neededFields, type Standing, typesTaking } from './linked-values.ts';
import { ToModel } from './turn-dialog.tsx';

interface NothingFitsProperties {
  readonly block: Block;
  /** Of the block. */
  readonly component: ContentType;
  readonly standing: Standing;
}

export function NothingFits({ block, component, standing }: NothingFitsProperties): ReactNode {
  const { types } = useSurroundings();
  const [taking] = typesTaking(block, component, { types, standing });
  if (taking !== undefined) return <NothingLinks type={taking} />;
  const nearest = nearestType(block, component, { types, standing });
  const lacks =
    nearest?.lacks ??
    neededFields(block, component, standing).map((field) => ({ field, why: 'missing' }) satisfies Lack);
  return (
    <Stack gap="xs">
      <Text size="sm">
        <Trans>No content type can take the content of this block.</Trans>{' '}
        {nearest === null ? (
          <Trans>It needs one with these fields:</Trans>
        ) : (
          <Trans>The closest is {nearest.type.name}. What is missing there:</Trans>
        )}
      </Text>
      <List size="sm">
        {lacks.map((lack) => (
          <List.Item key={lack.field.id}>
            <LackWords lack={lack} isMap={standing.within === null} />
          </List.Item>
        ))}
      </List>
      {nearest === null ? (
        <ToModel>
          <Trans>Go to Model</Trans>
        </ToModel>
      ) : (
        <ToModel type={nearest.type.api_id}>
          <Trans>Change {nearest.type.name} in the model</Trans>
        </ToModel>
      )}
    </Stack>
  );
}

function LackWords({ lack, isMap }: { readonly lack: Lack; readonly isMap: boolean }): ReactNode {
  const { name, localized } = lack.field;
  const id = <Code>{lack.field.id}</Code>;
  const type = <Code>{lack.field.type}</Code>;
  switch (lack.why) {
    case 'type':
      return (
        <Trans>
          {name}: the field {id} has to be of the type {type}
        </Trans>
      );
    case 'locales':
      return isMap && !localized ? (
        <Trans>
          {name}: the field {id} must not be localized
        </Trans>
      ) : (
        <Trans>
          {name}: the field {id} has to be localized
        </Trans>
      );
    case 'missing':
      return isMap && localized ? (
        <Trans>
          {name}: a localized field {id} of the type {type}
        </Trans>
      ) : (
        <Trans>
          {name}: a field {id} of the type {type}
        </Trans>
      );
  }
}

/** A content type takes the content, but no block of the list could link to its entries. */
function NothingLinks({ type }: { readonly type: ContentType }): ReactNode {
  return (
    <Stack gap="xs">
      <Text size="sm">
        <Trans>
          An entry of the type {type.name} could take the content of this block, but no block here can link to it. The
          list needs a component with an entry field for {type.name}, in which nothing else is required.
        </Trans>
      </Text>
      <ToModel>
        <Trans>Go to Model</Trans>
      </ToModel>
    </Stack>
  );
}
