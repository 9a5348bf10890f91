/** Scheduling by the keyboard alone, on a phone and in another time zone, and the calendar by keys and by dragging. */
import assert from 'node:assert/strict';
import type { Locator, Page } from 'playwright-core';
import { localTimeIn } from '../../../contract/src/zoned-time.ts';
import { requireAccessible } from '../../../server/test/pages/accessible.ts';
import type { Actor } from '../../../testing/src/client.ts';
import { field, joinAs } from '../../../testing/src/given.ts';
import { until } from '../../../testing/src/until.ts';
import { Keyboard } from '../harness/hands.ts';
import { describeScenes } from '../harness/scene.ts';

const DAY_MS = 86_400_000;
const NEW_YORK = 'America/New_York';
const PHONE = { viewport: { width: 360, height: 800 }, timezoneId: 'Europe/Berlin' };
const DESK = { timezoneId: 'Europe/Berlin' };
const ON_A_PHONE = [
  { colorScheme: 'light', width: 360, direction: 'ltr' },
  { colorScheme: 'dark', width: 360, direction: 'ltr' },
] as const;

const note = {
  api_id: 'note',
  name: 'Note',
  display_field: 'title',
  fields: [field('title', 'string', { name: 'Title', required: true })],
};

describeScenes('scheduling', { fill: async () => undefined }, (it) => {
  it('has an article go out next week in another zone, at another time, and not at all, by keyboard at 360 px', async (scene) => {
    const { owner, base } = scene.given;
    await owner.post(`${base}/content-types`, note, 201);
    await scene.write('note', 'front', { title: 'Boats' });
    const editor = await scene.colleague();
    const page = await scene.showEntry('front', await scene.logIn(editor, PHONE));
    const hand = new Keyboard(page);
    await hand.press(page.getByRole('button', { name: 'More ways to publish' }));
    await hand.press(page.getByRole('menuitem', { name: 'Schedule…' }));
    const dialog = page.getByRole('dialog', { name: 'Schedule publishing' });
    await dialog.waitFor();
    await hand.write(dialog.getByRole('combobox', { name: 'Time zone' }), 'New York');
    await page.keyboard.press('Enter');
    const nextWeek = dayAt(NEW_YORK, 7);
    await type(page, dialog.getByLabel('Date and time'), `${nextWeek}T09:00`);
    await dialog.getByText(/, 09:00 in New York, in 7 days; 1[45]:00 in Berlin$/).waitFor();
    await requireAccessible(page, 'schedule-dialog', ON_A_PHONE);
    await hand.press(dialog.getByRole('button', { name: 'Schedule' }));
    await dialog.waitFor({ state: 'detached' });
    const times = async () => {
      const [set] = await sets(owner, base);
      return set && [set.state, set.publish_local, set.time_zone];
    };
    assert.deepEqual(await times(), ['scheduled', `${nextWeek}T09:00`, NEW_YORK]);

    const goesOut = page.getByRole('button', { name: /^Goes out/ });
    await hand.press(goesOut);
    await hand.press(page.getByRole('menuitem', { name: 'Change the time…' }));
    const change = page.getByRole('dialog', { name: 'Change the time of “Boats”' });
    await change.waitFor();
    const later = dayAt(NEW_YORK, 8);
    await type(page, change.getByLabel('Date and time'), `${later}T09:00`);
    await hand.press(change.getByRole('button', { name: 'Schedule' }));
    await change.waitFor({ state: 'detached' });
    assert.deepEqual(await times(), ['scheduled', `${later}T09:00`, NEW_YORK]);

    await hand.press(goesOut);
    await hand.press(page.getByRole('menuitem', { name: 'Cancel the schedule' }));
    await goesOut.waitFor({ state: 'detached' });
    assert.deepEqual(await sets(owner, base), []);
  });

  it('asks which time is meant, says why one does not exist, and what keeps an entry from going out', async (scene) => {
    const { owner, base } = scene.given;
    await owner.post(`${base}/content-types`, note, 201);
    const release = (await owner.post(`${base}/change-sets`, { name: 'Sale' }, 201)).string('id');
    const unfinished = { content_type_id: 'note', key: 'terms', fields: {} };
    await owner.post(`${base}/entries?change_set=${release}`, unfinished, 201);
    const page = await scene.showTo(scene.given.member, `${scene.path}/releases/${release}`, DESK);
    await page.getByRole('button', { name: 'Schedule…' }).click();
    const dialog = page.getByRole('dialog', { name: 'Schedule “Sale”' });
    const time = dialog.getByLabel('Date and time');
    const year = new Date().getUTCFullYear() + 1;
    await time.fill(`${lastSunday(year, 2)}T02:30`);
    await dialog.getByText(/^Clocks are put forward over this time/).waitFor();
    const twice = `${lastSunday(year, 9)}T02:30`;
    await time.fill(twice);
    await dialog.getByRole('radio', { name: 'The second, 02:30 GMT+1' }).check();
    await dialog.getByRole('checkbox', { name: 'Take it back later' }).check();
    await dialog.getByLabel('End', { exact: true }).fill(`${year}-01-01T00:00`);
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await dialog.getByText('Choose an end after the time at which it goes out.').first().waitFor();
    await dialog.getByRole('checkbox', { name: 'Take it back later' }).uncheck();
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    const blocked = page.getByRole('dialog', { name: 'It cannot go out yet' });
    await blocked.getByText('1 problem').waitFor();
    await blocked.getByRole('button', { name: 'Show the first one' }).click();
    await page.locator('#entry-terms:focus').waitFor();

    await owner.patch(`${base}/entries/terms?change_set=${release}`, { fields: { title: 'Terms' } }, 200);
    await page.reload();
    await page.getByRole('button', { name: 'Schedule…' }).click();
    await time.fill(twice);
    await dialog.getByRole('radio', { name: 'The second, 02:30 GMT+1' }).check();
    await dialog.getByRole('button', { name: 'Schedule' }).click();
    await page.getByText(/^Goes out Sunday,? /).waitFor();
    assert.equal((await sets(owner, base))[0]?.publish_at, `${twice.slice(0, 10)}T01:30:00.000Z`);
    await page.getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: 'Unschedule' }).click();
    await page.getByText('Open', { exact: true }).waitFor();
  });

  it('is offered to nobody who may not schedule', async (scene) => {
    const { owner, base, member } = scene.given;
    await owner.post(`${base}/content-types`, note, 201);
    const id = (await scene.write('note', 'front', { title: 'Boats' })).string('id');
    await owner.post(`/entries/${id}/schedule`, { action: 'publish', at: inDays(3) }, 201);
    const author = await joinAs(member, 'author');
    const page = await scene.showEntry('front', await scene.logIn(author, DESK));
    await page.getByRole('button', { name: /^Goes out/ }).click();
    await page.getByRole('menuitem', { name: 'Show the schedule' }).waitFor();
    assert.equal(await page.getByRole('menuitem').count(), 1);
    assert.equal(await page.getByRole('button', { name: 'More ways to publish' }).count(), 0);
  });

  it('is moved in the calendar by the keyboard, and by dragging, where what is scheduled is asked about', async (scene) => {
    const { owner, base, member } = scene.given;
    await owner.post(`${base}/content-types`, note, 201);
    const [first, second, third] = [monthDay(10), monthDay(12), monthDay(18)];
    await owner.post(`${base}/change-sets`, { name: 'Sale', planned_for: `${first}T08:00:00Z` }, 201);
    const id = (await scene.write('note', 'front', { title: 'Boats' })).string('id');
    const body = { action: 'publish', local: `${third}T09:00`, time_zone: 'Europe/Berlin' };
    await owner.post(`/entries/${id}/schedule`, body, 201);
    const page = await scene.showTo(member, `${scene.path}/calendar?day=${monthDay(9)}&form=month`, DESK);
    const hand = new Keyboard(page);
    const day = (text: string) => page.locator(`[data-day="${text}"]`);
    await day(first).getByRole('link', { name: /Sale/ }).waitFor();
    // The day of the address is the one that Tab stops at; the arrow keys lead on from it.
    await reach(page, day(monthDay(9)));
    await page.keyboard.press('ArrowRight');
    await page.locator(`[data-day="${first}"]:focus`).waitFor();
    await page.keyboard.press('Enter');
    await hand.press(page.getByRole('dialog').getByRole('button', { name: 'Move “Sale”…' }));
    const move = page.getByRole('dialog', { name: 'Move “Sale”' });
    await type(page, move.getByLabel('Planned for'), `${second}T10:00`);
    await hand.press(move.getByRole('button', { name: 'Move' }));
    await day(second)
      .getByRole('link', { name: /10:00 Sale/ })
      .waitFor();

    await day(second).getByRole('link', { name: /Sale/ }).dragTo(day(first));
    await day(first)
      .getByRole('link', { name: /10:00 Sale/ })
      .waitFor();
    await day(third).getByRole('link', { name: /Boats/ }).dragTo(day(second));
    const question = page.getByRole('dialog', { name: 'Change the time of “Boats”' });
    await question.getByText(/09:00 in Berlin/).waitFor();
    assert.equal(await question.getByLabel('Date and time').inputValue(), `${second}T09:00`);
    await question.getByRole('button', { name: 'Schedule' }).click();
    await day(second)
      .getByRole('link', { name: /09:00 Boats/ })
      .waitFor();
  });

  it('is a list in the calendar on a phone, in the zone of choice', async (scene) => {
    const { owner, base, member } = scene.given;
    await owner.post(`${base}/change-sets`, { name: 'Sale', planned_for: `${monthDay(10)}T23:30:00Z` }, 201);
    const page = await scene.showTo(member, `${scene.path}/calendar?day=${monthDay(1)}`, PHONE);
    const at = (day: string, time: string) =>
      page.locator('section', { hasText: new RegExp(`\\b${Number(day.slice(-2))} `) }).getByText(time, { exact: true });
    await at(monthDay(11), '00:30')
      .or(at(monthDay(11), '01:30'))
      .waitFor();
    await requireAccessible(page, 'calendar-list', ON_A_PHONE);
    const hand = new Keyboard(page);
    await hand.write(page.getByRole('combobox', { name: 'Time zone' }), 'UTC');
    await page.keyboard.press('Enter');
    await at(monthDay(10), '23:30').waitFor();
    assert.equal(new URL(page.url()).searchParams.get('zone'), 'UTC');
    await hand.press(page.getByRole('button', { name: 'Later' }));
    await page.getByText(/^Nothing in /).waitFor();
  });

  it('is read by other calendar programs under an address that is shown once, and revoked', async (scene) => {
    const { owner, base, member } = scene.given;
    await owner.post(`${base}/change-sets`, { name: 'Sale', planned_for: inDays(3) }, 201);
    const page = await scene.showTo(member, `${scene.path}/calendar`, PHONE);
    const hand = new Keyboard(page);
    await hand.press(page.getByRole('button', { name: 'Subscribe…' }));
    const dialog = page.getByRole('dialog', { name: 'Subscribe to the calendar' });
    await hand.press(dialog.getByRole('button', { name: 'Make an address' }));
    const url = await dialog.getByText(/\.ics$/).textContent();
    const read = async () => (await fetch(url ?? '')).status;
    assert.equal(await read(), 200);
    await requireAccessible(page, 'calendar-subscribe', ON_A_PHONE);
    await hand.press(dialog.getByRole('button', { name: 'I have copied it' }));
    await hand.press(dialog.getByRole('button', { name: 'Revoke the address' }));
    await dialog.getByRole('button', { name: 'Make an address' }).waitFor();
    assert.equal(await read(), 404);
  });
});

/** Types into an input of a date and a time, part by part, as a browser in American English has them. */
async function type(page: Page, input: Locator, local: string): Promise<void> {
  // Its first part has the focus once Tab has come to it, and each that is full leads to the next one.
  await reach(page, input);
  const [year = '', month = '', day = '', hour = '', minute = ''] = local.split(/[-T:]/);
  await page.keyboard.type(`${month}${day}${year}${hour}${minute}AM`);
  await until(
    () => input.inputValue(),
    (value) => value === local,
  );
}

/** Goes to something by Tab alone, forwards and then backwards. */
async function reach(page: Page, target: Locator): Promise<void> {
  for (const key of ['Tab', 'Shift+Tab'])
    for (let presses = 0; presses < 60; presses += 1) {
      if ((await target.and(page.locator(':focus')).count()) > 0) return;
      await page.keyboard.press(key);
    }
  assert.fail('Tab does not lead there.');
}

interface Scheduled {
  readonly state: string;
  readonly publish_at: string | null;
  readonly publish_local: string | null;
  readonly time_zone: string | null;
}

async function sets(owner: Actor, base: string) {
  return (await owner.get(`${base}/change-sets`, 200)).at('items') as readonly Scheduled[];
}

/** The day of the calendar of a zone in some days, such as `2026-12-01`. */
function dayAt(zone: string, days: number): string {
  return localTimeIn(zone, Date.now() + days * DAY_MS).slice(0, 10);
}

/** A day of the month after the next one, in which nothing is over. */
function monthDay(date: number): string {
  const now = new Date();
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 2, date)).toISOString().slice(0, 10);
}

function inDays(days: number): string {
  return new Date(Date.now() + days * DAY_MS).toISOString();
}

/** The day on which clocks in Europe are turned. @param month from 0 on */
function lastSunday(year: number, month: number): string {
  const last = new Date(Date.UTC(year, month + 1, 0));
  return new Date(last.getTime() - last.getUTCDay() * DAY_MS).toISOString().slice(0, 10);
}
