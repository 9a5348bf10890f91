/** Gives a release another planned date, and offers to undo that. */
import { useLingui } from '@lingui/react/macro';
import type { CalendarItem } from '../../api/calendar.ts';
import { api, bodyOf } from '../../api/client.ts';
import { useRefreshReleases } from '../../frame/releases/use-refresh-releases.ts';
import { useTimeWords } from '../../frame/schedule/use-time-words.ts';
import { showToast } from '../../frame/toasts.ts';
import { itemName } from './items.ts';

export function usePlan(): (item: CalendarItem, at: number) => Promise<void> {
  const { t } = useLingui();
  const refresh = useRefreshReleases();
  const time = useTimeWords();
  const save = async ({ id }: CalendarItem['change_set'], at: string) => {
    const params = { path: { change_set_id: id } };
    try {
      await bodyOf(api.PATCH('/change-sets/{change_set_id}', { params, body: { planned_for: at } }));
    } finally {
      await refresh();
    }
  };
  return async (item, at) => {
    const planned = new Date(at).toISOString();
    await save(item.change_set, planned);
    const [name, when] = [itemName(item), time(planned)];
    // Nothing is planned for a time that is over.
    const undo = Date.parse(item.at) > Date.now() ? () => save(item.change_set, item.at) : null;
    showToast({ words: t`“${name}” is planned for ${when}.`, undo });
  };
}
