import { readFileAnswer } from '../../../electron/remote/wire-format.ts';
import { fakeId, fileJson, type FakeService } from '../../support/fake-service.ts';

/** From now on reads show file 1 as it is now, as a replica that lags behind does. @returns lets it catch up */
export function lagBehind(fake: FakeService): () => void {
  const stale = readFileAnswer({ data: fileJson(fake.file('public', fakeId(1))!) }, 'public')!;
  const read = fake.readFile.bind(fake);
  fake.readFile = async (...input) => {
    const answer = await read(...input);
    return answer.ok && input[1] === fakeId(1) ? { ok: true, value: stale } : answer;
  };
  return () => void (fake.readFile = read);
}
