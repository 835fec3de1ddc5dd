import { useState } from 'react'
import { localStore } from '../../../pwa/web-storage.ts'

const KEY = 'gearheads-tester-single-keys'

/** Whether shortcuts of one letter are on; kept on the device. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const [isOn, setIsOn] = useState(() => localStore.get(KEY) !== 'off')
  function set(on: boolean) {
    localStore.set(KEY, on ? 'on' : 'off')
    setIsOn(on)
  }
  return [isOn, set]
}
