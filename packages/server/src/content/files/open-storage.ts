/** Opens the configured storage. The S3 SDK is only loaded if a bucket is configured. */
import type { StorageSettings } from '../../platform/config/config.ts';
import type { FileStorage } from './file-storage.ts';
import { FolderStorage } from './folder-storage.ts';

/**
 * Opens the storage; the caller closes it.
 * @throws ConfigurationError if the store rejects the settings
 */
export async function openStorage(settings: StorageSettings): Promise<FileStorage> {
  if (settings.kind === 'folder') return new FolderStorage(settings.folder);
  const { S3Storage } = await import('./s3-storage.ts');
  const storage = new S3Storage(settings);
  await storage.checkSettings();
  return storage;
}
