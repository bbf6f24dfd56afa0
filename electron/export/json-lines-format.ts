import type { TextFormat } from './text-output.ts';

/** An object a line, with everything that is known of a file: half a character is written as JSON writes it. */
export const jsonLinesFormat: TextFormat = {
  head: '',
  lineOf: (file) =>
    `${JSON.stringify({
      network: file.network,
      id: file.id,
      cid: file.cid,
      name: file.name,
      size_bytes: file.sizeBytes,
      number_of_files: file.numberOfFiles,
      mime_type: file.mimeType,
      group_id: file.groupId,
      created_at: file.createdAt,
      state: file.state,
      keyvalues: Object.fromEntries(file.keyvalues),
    })}\n`,
};
