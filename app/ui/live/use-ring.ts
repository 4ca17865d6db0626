import { useEffect, useRef, useState } from 'react'

const RING_EVERY_MS = 4000
const STORAGE_KEY = 'order-sound'

/**
 * Rings as long as something waits for an answer (`rings`). What `chimes` is heard once, as it comes. A browser is
 * silent until its page was touched once, and some are silent again after sleep or a telephone call: `sound` says
 * whether it can be heard now, and `turnOn` must be called from a press.
 */
export function useRing(rings: boolean, chimes: number): { sound: 'on' | 'off'; turnOn(): void; turnOff(): void } {
  const [audio, setAudio] = useState<AudioContext | null>(null)
  const [is_heard, setIsHeard] = useState(false)

  const turnOn = () => {
    const next = audio ?? new AudioContext()
    wake(next)
    remember('on')
    setAudio(next)
    beep(next)
  }
  const turnOff = () => {
    void audio?.close()
    remember('off')
    setAudio(null)
  }

  // Somebody who turned the sound on before gets it with the first touch of this page.
  useEffect(() => {
    if (audio || remembered() !== 'on') return
    const touched = () => setAudio((known) => known ?? new AudioContext())
    window.addEventListener('click', touched, { once: true })
    return () => window.removeEventListener('click', touched)
  }, [audio])

  useEffect(() => {
    if (!audio) return
    const look = () => {
      setIsHeard(audio.state === 'running')
      wake(audio)
    }
    look()
    audio.addEventListener('statechange', look)
    document.addEventListener('visibilitychange', look)
    return () => {
      audio.removeEventListener('statechange', look)
      document.removeEventListener('visibilitychange', look)
    }
  }, [audio])

  useEffect(() => {
    if (!audio || !rings) return
    const ring = () => {
      wake(audio)
      // Tones that wait for a silent device would all sound at once when it is heard again.
      if (is_heard) beep(audio)
    }
    ring()
    const timer = setInterval(ring, RING_EVERY_MS)
    return () => clearInterval(timer)
  }, [audio, rings, is_heard])

  const heard = useRef(chimes)
  useEffect(() => {
    if (chimes <= heard.current) return
    heard.current = chimes
    if (audio?.state === 'running') beep(audio)
  }, [audio, chimes])

  return { sound: audio && is_heard ? 'on' : 'off', turnOn, turnOff }
}

/** Lets it be heard again where the device allows that without a press. */
function wake(audio: AudioContext): void {
  if (audio.state !== 'running' && audio.state !== 'closed') void audio.resume().catch(() => {})
}

/** Two tones, like a doorbell. */
function beep(audio: AudioContext): void {
  for (const [delay_seconds, pitch_hz] of [
    [0, 880],
    [0.25, 660],
  ] as const) {
    const start = audio.currentTime + delay_seconds
    const tone = audio.createOscillator()
    const volume = audio.createGain()
    tone.frequency.value = pitch_hz
    volume.gain.setValueAtTime(0.25, start)
    volume.gain.exponentialRampToValueAtTime(0.001, start + 0.6)
    tone.connect(volume).connect(audio.destination)
    tone.start(start)
    tone.stop(start + 0.6)
  }
}

function remember(choice: 'on' | 'off'): void {
  try {
    localStorage.setItem(STORAGE_KEY, choice)
  } catch {
    // Private windows may refuse; then the choice lasts as long as the page.
  }
}

function remembered(): string | null {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    return null
  }
}
