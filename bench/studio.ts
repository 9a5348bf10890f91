/** The budgets of Studio, in a real Chromium on a service that serves it as users have it. One file a subject. */
import { mkdirSync } from 'node:fs';
import path from 'node:path';
import type { DatabaseConfig } from '../packages/server/src/platform/database/database.ts';
import { startChromium } from '../packages/testing/src/people/chromium.ts';
import { startService } from './processes.ts';
import type { Table } from './report.ts';
import { measureList } from './studio-list.ts';
import { measureOpening } from './studio-opening.ts';
import { measurePicker } from './studio-picker.ts';
import { measureSizes } from './studio-sizes.ts';
import { measureStore } from './studio-store.ts';
import { measureTyping } from './studio-typing.ts';
import { makeWorld } from './world.ts';

const ARTICLES = 100_000;

/** Measures them on a service of its own, one subject after another. */
export async function* measureStudio(folder: string): AsyncGenerator<Table> {
  const place = path.join(folder, 'studio');
  mkdirSync(place, { recursive: true });
  const database: DatabaseConfig = { kind: 'sqlite', folder: place };
  const world = await makeWorld(database, place, { articles: ARTICLES, isSearchable: true });
  const service = await startService({ database, folder: place });
  const { browser, close } = await startChromium();
  try {
    yield await measureSizes(browser, service.url);
    yield* await measureOpening(browser, service.url);
    yield await measureTyping(browser, service.url);
    yield await measureStore(browser, service.url);
    yield await measurePicker(browser, service.url, world);
    yield await measureList(service.url, world);
  } finally {
    await close();
    await service.close();
  }
}
