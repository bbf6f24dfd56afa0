import { fakeId, type FakeService } from './fake-service.ts';

/** Lets lists show a public file as it is now, as services behind caches do. Reads show it as it is then. */
export function staleLists(fake: FakeService, number: number): void {
  const before = fake.file('public', fakeId(number))!;
  const list = fake.listFiles.bind(fake);
  fake.listFiles = async (...input) => {
    const now = fake.file('public', fakeId(number))!;
    fake.put(before);
    const page = await list(...input);
    fake.put(now);
    return page;
  };
}
