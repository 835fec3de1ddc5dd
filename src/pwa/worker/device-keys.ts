/// <reference lib="webworker" />
import { createStore, del, get, set } from 'idb-keyval'
import type { DevicePair, KeyStore } from '../../../sync/device/device-keys.ts'
import { nameDevice } from '../name-device.ts'

/** The key pairs of this device. Their private parts cannot be exported: the browser signs with them. */
export function deviceKeys(): KeyStore {
  const store = createStore('gearheads-device-keys', 'keys')
  return {
    deviceName: nameDevice(self.navigator.userAgent),
    read: (userId) => get<DevicePair>(userId, store),
    write: (userId, pair) => (pair ? set(userId, pair, store) : del(userId, store)),
  }
}
