{-# LANGUAGE CPP, OverloadedStrings #-}
-- Adapter for the UTF-8 decoders of Haskell's package text, as it comes with GHC; protocol 1 (CONTRACT.md beside this file).
--
-- Build it with `ghc -O haskell.hs`: GHC 8.10 or newer and what comes with it.
--
-- - Ill-formed is UnicodeException of decodeUtf8', and what strictDecode throws. Any other exception ends this process.
-- - lenientDecode is documented to "replace an invalid input byte with the Unicode replacement character U+FFFD": per-byte;
--   ignore to "ignore an invalid input byte": drop.
-- - streamDecodeUtf8With takes chunks. It keeps the bytes of a character that is begun and has no way to say that the input is
--   over, so there is no finish: what is left then is the caller's.
-- - No function says where an error is.
-- - ILLFORMED_CANARY is not read: no function here has an output argument.
-- - Left out: Handle with utf8, of which base documents errors by the operating system's names.

module Main (main) where

import Control.Exception (evaluate, try)
import Data.Bits (shiftL, shiftR, (.&.), (.|.))
import Data.ByteString (ByteString)
import qualified Data.ByteString as Bytes
import qualified Data.ByteString.Builder as Build
import qualified Data.ByteString.Char8 as Ascii
import qualified Data.ByteString.Lazy as Lazy
import Data.Char (ord)
import Data.List (find, intersperse)
import Data.Text (Text)
import qualified Data.Text as Text
import Data.Text.Encoding (Decoding (Some), decodeUtf8', decodeUtf8With, streamDecodeUtf8With)
import Data.Text.Encoding.Error (OnDecodeError, UnicodeException, ignore, lenientDecode, strictDecode)
import qualified Data.Text.Lazy as LazyText
import qualified Data.Text.Lazy.Encoding as LazyText
import System.IO (hFlush, stdin, stdout)

-- ---- Decoders that take all at once. Nothing is ill-formed.

type Whole = ByteString -> IO (Maybe Text)

strict :: Whole
strict = pure . either (const Nothing) Just . decodeUtf8'

with :: OnDecodeError -> Whole
with policy = pure . Just . decodeUtf8With policy

caught :: Text -> IO (Maybe Text)
caught text = either (const Nothing :: UnicodeException -> Maybe Text) Just <$> try (evaluate text)

lazily :: Whole
lazily = pure . either (const Nothing) (Just . LazyText.toStrict) . LazyText.decodeUtf8' . Lazy.fromStrict

stream :: OnDecodeError -> Whole
stream policy bytes = do
  fed <- try (evaluate (streamDecodeUtf8With policy bytes))
  case fed :: Either UnicodeException Decoding of
    Left _ -> pure Nothing
    Right (Some text _ _) -> caught text

-- ---- What there is and what it claims.

data Decoder = Decoder
  { name, api, keys :: ByteString
  , whole :: Whole
  , chunks :: Maybe OnDecodeError
  }

fatal, lenient, dropping :: ByteString
fatal = "\"kind\":\"strict\",\"policy\":\"fatal\""
lenient = "\"kind\":\"lossy\",\"policy\":\"per-byte\""
dropping = "\"kind\":\"lossy\",\"policy\":\"drop\""

decoders :: [Decoder]
decoders =
  [ Decoder "decode-utf8" "decodeUtf8' bytes" fatal strict Nothing
  , Decoder "decode-utf8-lazy" "Data.Text.Lazy.Encoding.decodeUtf8' bytes" fatal lazily Nothing
  , Decoder "lenient" "decodeUtf8With lenientDecode bytes" lenient (with lenientDecode) Nothing
  , Decoder "ignore" "decodeUtf8With ignore bytes" dropping (with ignore) Nothing
  , Decoder "stream" "streamDecodeUtf8With strictDecode chunk" fatal (stream strictDecode) (Just strictDecode)
  , Decoder "stream-lenient" "streamDecodeUtf8With lenientDecode chunk" lenient (stream lenientDecode) (Just lenientDecode)
  ]

-- ---- The answers.

hello :: Build.Builder
hello =
  Build.byteString "{\"adapter\":\"haskell\",\"protocol\":1,\"implementation\":\"text\",\"version\":\"" <> VERSION_text
    <> "\",\"decoders\":"
    <> Build.intDec (length decoders)
    <> "}\n"
    <> foldMap claim decoders
  where
    claim decoder =
      "{\"decoder\":\"" <> Build.byteString (name decoder) <> "\",\"api\":\"" <> Build.byteString (api decoder) <> "\","
        <> Build.byteString (keys decoder)
        <> ",\"profile\":\"rfc3629\",\"out\":\"utf32\",\"at\":\"none\",\"bom\":\"keep\",\"script\":\""
        <> maybe "none" (const "feed") (chunks decoder)
        <> "\"}\n"

hex :: Text -> Build.Builder
hex = Text.foldr (\c rest -> Build.word32HexFixed (fromIntegral (ord c)) <> rest) mempty

unhex :: ByteString -> ByteString
unhex digits = fst (Bytes.unfoldrN (Bytes.length digits `div` 2) next 0)
  where
    next i = Just (value (Bytes.index digits i) `shiftL` 4 .|. value (Bytes.index digits (i + 1)), i + 2)
    value digit = (digit .&. 15) + 9 * (digit `shiftR` 6)

decode :: ByteString -> Decoder -> ByteString -> IO Build.Builder
decode number decoder bytes = do
  said <- whole decoder bytes
  pure $ "{\"seq\":" <> Build.byteString number <> case said of
    Nothing -> ",\"answer\":\"reject\"}\n"
    Just text -> ",\"answer\":\"accept\",\"out\":\"" <> hex text <> "\"}\n"

-- The calls of a script, none of which is a finish or a reset.
run :: ByteString -> OnDecodeError -> [ByteString] -> IO Build.Builder
run number policy calls = do
  (outs, failed) <- make 0 (streamDecodeUtf8With policy) calls
  let said = maybe "\"accept\"" (\call -> "\"reject\",\"call\":" <> Build.intDec call) failed
  pure $ "{\"seq\":" <> Build.byteString number <> ",\"answer\":" <> said <> ",\"outs\":\"" <> mconcat (intersperse " " outs) <> "\"}\n"
  where
    make :: Int -> (ByteString -> Decoding) -> [ByteString] -> IO ([Build.Builder], Maybe Int)
    make _ _ [] = pure ([], Nothing)
    make call feed (chunk : rest) = do
      fed <- try (evaluate (feed (if chunk == "-" then "" else unhex chunk)))
      case fed :: Either UnicodeException Decoding of
        Left _ -> pure ("!" : map (const "x") rest, Just call)
        Right (Some text _ next) -> do
          said <- caught text
          case said of
            Nothing -> pure ("!" : map (const "x") rest, Just call)
            Just decoded -> do
              (outs, failed) <- make (call + 1) next rest
              pure ((if Text.null decoded then "-" else hex decoded) : outs, failed)

answer :: ByteString -> IO Build.Builder
answer line =
  -- The keys have a fixed order and no text has a quote in it: {"op":"decode","seq":1,"decoder":"stream","bytes":"41"}
  case Ascii.split '"' line of
    (_ : _ : _ : "hello" : _) -> pure hello
    [_, _, _, op, _, _, place, _, _, named, _, _, _, text, _] -> do
      let number = Ascii.filter (`notElem` [':', ',']) place
      case (op, find ((== named) . name) decoders) of
        ("decode", Just decoder) -> decode number decoder (unhex text)
        ("script", Just (Decoder _ _ _ _ (Just policy))) -> run number policy (Ascii.split ' ' text)
        _ -> pure ("{\"seq\":" <> Build.byteString number <> ",\"answer\":\"skip\",\"why\":\"no such op or decoder, or it takes no chunks\"}\n")
    _ -> fail ("not a request: " ++ show line)

-- Answers all complete lines that have arrived, then writes the answers, then waits for more: never waits with an answer
-- unwritten. `held` has the pieces of a line whose end has not arrived, the last first.
main :: IO ()
main = loop []
  where
    loop held = do
      chunk <- Bytes.hGetSome stdin 65536
      if Bytes.null chunk
        then pure ()
        else case Ascii.split '\n' chunk of
          [piece] -> loop (piece : held)
          first : rest -> do
            let begun = Bytes.concat (reverse (first : held))
            answers <- mapM answer (begun : init rest)
            Build.hPutBuilder stdout (mconcat answers)
            hFlush stdout
            loop [last rest | not (Bytes.null (last rest))]
          [] -> loop held
