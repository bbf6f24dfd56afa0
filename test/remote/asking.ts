import { httpService } from '../../electron/remote/http-service.ts';
import type { RequestLimits } from '../../electron/remote/http-request.ts';
import type { ReceivedFile, Service } from '../../electron/remote/service.ts';
import type { RemoteFailure } from '../../src/domain/service/remote-failure.ts';
import type { Result } from '../../src/domain/core/result.ts';
import { fakeFile, fakeId, fileJson } from '../support/fake-service.ts';
import { httpServer, type Script } from '../support/http-server.ts';

/** Must turn up nowhere but in the header it is for. */
export const canary = 'canary-token-0123456789abcdef';
export const never = new AbortController().signal;
export const okBody = { data: fileJson(fakeFile(1)) };

export const connected = (baseUrl: string, limits: Partial<RequestLimits> = {}): Service =>
  httpService({ baseUrl, token: canary, limits });

/** Renames a file at a server that answers so. */
export async function renaming(
  script: Script,
  limits?: Partial<RequestLimits>,
): Promise<Result<ReceivedFile, RemoteFailure>> {
  const { baseUrl } = await httpServer(script);
  return await rename(connected(baseUrl, limits));
}

export const rename = (service: Service, signal = never): Promise<Result<ReceivedFile, RemoteFailure>> =>
  service.updateFile('public', fakeId(1), '{"name":"file 1"}', signal);

export const failureOf = <T>(answer: Result<T, RemoteFailure>): RemoteFailure => {
  if (answer.ok) throw new Error('It went well');
  return answer.failure;
};
