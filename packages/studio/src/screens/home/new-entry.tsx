/** Begins an entry, from the types that the person used last or from all of them. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import type { ContentType } from '../../api/types.ts';
import { TypeChoice } from '../../fields/type-choice.tsx';
import { useContentTypes, usePlace } from '../../frame/use-place.ts';
import { AddIcon, ChevronDownIcon } from '../../ui/icons.ts';
import { Button } from '../../ui/index.ts';
import styles from './home.module.css';
import { Panel } from './panel.tsx';
import { byLastUse, rememberUse } from './used-types.ts';

const SHOWN = 5;
const ICON_SIZE = 16;

export function NewEntry(): ReactNode {
  const { t } = useLingui();
  const place = usePlace();
  const navigate = useNavigate();
  const all = useContentTypes();
  // Once, as buttons must not change places under the pointer.
  const [order] = useState(() => byLastUse(all, place).map(({ id }) => id));
  const types = order.flatMap((id) => all.find((type) => type.id === id) ?? []);
  const begin = ({ api_id: type }: ContentType) => {
    rememberUse([type], place);
    void navigate({ to: '/spaces/$space/$environment/content/new/$type', params: { ...place, type } });
  };
  return (
    <Panel title={t`New entry`}>
      <div className={styles.types}>
        {types.slice(0, SHOWN).map((type, index) => (
          <Button
            key={type.id}
            variant={index === 0 ? 'filled' : 'default'}
            leftSection={<AddIcon size={ICON_SIZE} aria-hidden />}
            onClick={() => begin(type)}
          >
            {type.name}
          </Button>
        ))}
        {types.length > SHOWN && (
          <TypeChoice types={types} position="bottom-end" onChoose={begin}>
            <Button variant="default" rightSection={<ChevronDownIcon size={ICON_SIZE} aria-hidden />}>
              <Trans comment="Button: the other content types">More types</Trans>
            </Button>
          </TypeChoice>
        )}
      </div>
    </Panel>
  );
}
