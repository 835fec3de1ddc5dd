import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callHeaders } from '../client/call.ts'
import { request } from '../client/http.ts'
import { DEVICES_PATH, type Device } from '../contract/devices.ts'

const DEVICES = ['devices'] as const
/** Ms until a reply of the club. */
const LIMIT_MS = 20_000

async function send(method: 'GET' | 'DELETE', body?: object): Promise<Device[]> {
  const headers = callHeaders()
  const options = { method, url: DEVICES_PATH, headers, data: body, timeout: LIMIT_MS }
  return (await request<{ devices: Device[] }>(options)).data.devices
}

/** The devices of the viewer that can hand posts over (R9.12); `null` while the club cannot be reached. */
export const devicesQuery = queryOptions({
  queryKey: DEVICES,
  queryFn: () => send('GET').catch(() => null),
  staleTime: 0,
  gcTime: 0,
})

/** Removes a device: what it has signed is refused from then on. */
export const removeDevice = mutationOptions({
  mutationFn: (kid: string) => send('DELETE', { kid }),
  onSuccess: (devices, _kid, _result, { client }) => client.setQueryData(DEVICES, devices),
})
