import { useState } from 'react'

const KEY = 'gearheads-tester-single-keys'

/** Whether shortcuts of one letter are on; kept on the device. */
export function useSingleKeys(): [boolean, (on: boolean) => void] {
  const [isOn, setIsOn] = useState(() => localStorage.getItem(KEY) !== 'off')
  function set(on: boolean) {
    localStorage.setItem(KEY, on ? 'on' : 'off')
    setIsOn(on)
  }
  return [isOn, set]
}
