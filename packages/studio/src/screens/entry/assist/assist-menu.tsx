/** The menu of what a language model can do with a text: rewrite what stands there, or write something new. */
import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { Field } from '../../../api/types.ts';
import { type AssistMenuProps, isProse } from '../../../fields/assist.ts';
import { useLevel, useValue } from '../../../fields/open-entry.tsx';
import { AssistIcon } from '../../../ui/icons.ts';
import { ActionIcon, Menu } from '../../../ui/index.ts';
import { useManners } from './manners.ts';
import { type Target, type Task, useAssist } from './tasks.ts';

const ICON_PIXELS = 16;

/** Nothing where the value is no text that people write as they like. */
export function AssistMenu({ id, ...place }: AssistMenuProps): ReactNode {
  const { type } = useLevel();
  const field = type.fields.find((one) => one.id === id);
  return field !== undefined && isProse(field) && <ProseMenu field={field} {...place} />;
}

interface ProseMenuProperties extends Omit<AssistMenuProps, 'id'> {
  readonly field: Field;
}

function ProseMenu({ field, locale, tool }: ProseMenuProperties): ReactNode {
  const { t } = useLingui();
  const show = useAssist();
  const level = useLevel();
  const hasText = useValue(level.values, field.id, locale) !== undefined;
  const manners = useManners();
  if (show === null) return null;
  const begin = async (task: (target: Target) => Task) =>
    show(task({ level, field, locale, part: tool === undefined ? null : await tool.part() }));
  const isSelecting = tool?.isSelecting() === true;
  const inBar = tool && { returnFocus: false, floatingStrategy: 'fixed' as const };
  const button = tool && {
    ...tool.stop,
    size: 28,
    // The selection stays in the text.
    onMouseDown: (event: { preventDefault(): void }) => event.preventDefault(),
  };
  const name = t`AI helpers for ${field.name}`;
  return (
    <Menu position="bottom-end" withinPortal={tool !== undefined} {...inBar}>
      <Menu.Target>
        <ActionIcon size={24} aria-label={name} title={t`AI helpers`} {...button}>
          <AssistIcon size={ICON_PIXELS} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {hasText && (
          <>
            <Menu.Label>{isSelecting ? t`Selected words` : t`Whole text`}</Menu.Label>
            {manners.map(({ manner, words }) => (
              <Menu.Item key={manner} onClick={() => void begin((target) => ({ kind: 'rewrite', target, manner }))}>
                {words}
              </Menu.Item>
            ))}
            <Menu.Divider />
          </>
        )}
        <Menu.Item onClick={() => void begin((target) => ({ kind: 'write', target }))}>{t`Write with AI…`}</Menu.Item>
        <Menu.Item onClick={() => void begin((target) => ({ kind: 'summarize', target }))}>
          {t`Summarize the entry`}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item onClick={() => show({ kind: 'write-entry' })}>{t`Write the whole entry…`}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
