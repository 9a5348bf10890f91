/** The columns of an asset that describe its file; they change together. */
export const FILE_COLUMNS = [
  'file_name',
  'mime_type',
  'size',
  'width',
  'height',
  'file_hash',
  'file',
  'dominant_color',
  'placeholder',
] as const;
