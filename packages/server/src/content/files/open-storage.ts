/** Opens the storage that the configuration names. The SDK of S3 is loaded only where there is a bucket. */
import type { StorageSettings } from '../../platform/config/config.ts';
import type { FileStorage } from './file-storage.ts';
import { FolderStorage } from './folder-storage.ts';

/**
 * Opens the storage; whoever opens it closes it.
 * @throws ConfigurationError where the store refuses the settings
 */
export async function openStorage(settings: StorageSettings): Promise<FileStorage> {
  if (settings.kind === 'folder') return new FolderStorage(settings.folder);
  const { S3Storage } = await import('./s3-storage.ts');
  const storage = new S3Storage(settings);
  await storage.checkSettings();
  return storage;
}
