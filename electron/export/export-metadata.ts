import type { ExportJob } from './job.ts';
import { schemaNote } from './sqlite-schema.ts';

/** What an exported database says of itself. */
export const aboutExport = (job: ExportJob, files: number): ReadonlyMap<string, string> =>
  new Map([
    ['what', `Records of ${files === 1 ? '1 file' : `${files} files`}, as Pinfold ${job.appVersion} showed them.`],
    ['connection', job.connection.name],
    ['service', job.connection.service],
    ['exported_at', new Date(job.atMs).toISOString()],
    ['files', String(files)],
    ['selection', selectionWords(job)],
    ...schemaNote,
  ]);

function selectionWords({ selection }: ExportJob): string {
  if (selection.kind === 'keys') return 'Files that were selected one by one.';
  const { query, except } = selection;
  const left = except.length === 0 ? '' : ` Without ${except.length} that were taken out of the selection.`;
  return `Every file found by this question: ${JSON.stringify(query)}.${left}`;
}
